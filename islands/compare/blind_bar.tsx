import { type BlindTest, revealText } from "./compare_model.ts";

interface BlindBarProps {
  test: BlindTest;
  /** Names of the left and the right side. */
  names: [left: string, right: string];
  onChoice(choice: NonNullable<BlindTest["choice"]>): void;
  onEnd(): void;
}

/** Question of a blind comparison, and the names of the sides after the choice. */
export function BlindBar({ test, names, onChoice, onEnd }: BlindBarProps) {
  return (
    <div class="blind-bar" role="status">
      <p>
        {test.choice === undefined
          ? "Which side looks better? A is left of the divider, B is right of it."
          : revealText(test, ...names)}
      </p>
      <span class="actions">
        {test.choice === undefined && (
          <>
            <button type="button" onClick={() => onChoice("A")}>A looks better</button>
            <button type="button" onClick={() => onChoice("B")}>B looks better</button>
            <button type="button" onClick={() => onChoice("none")}>No difference</button>
          </>
        )}
        <button type="button" onClick={onEnd}>{test.choice === undefined ? "End blind test" : "Close"}</button>
      </span>
    </div>
  );
}
