interface Entry {
  at: number;
  run: () => void | Promise<void>;
}

export interface ClockOptions {
  /** True if the clock advances only with `tick()`. */
  manual?: boolean;
  /** Simulated seconds per real second. */
  speed?: number;
  start?: Date;
}

/** The clock of a fake: real time, faster than real time, or advanced manually. */
export class Clock {
  #entries: Entry[] = [];
  #now: number;
  #started = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #waiting = new Set<() => void>();
  readonly #manual: boolean;
  readonly #speed: number;

  constructor({ manual = false, speed = 1, start = new Date() }: ClockOptions = {}) {
    this.#manual = manual;
    this.#speed = speed;
    this.#now = start.getTime();
  }

  now(): number {
    return this.#manual ? this.#now : this.#now + (performance.now() - this.#started) * this.#speed;
  }

  date(): Date {
    return new Date(this.now());
  }

  /** Runs a callback after the given time. Due callbacks run sequentially, in order. */
  after(ms: number, run: Entry["run"]): void {
    this.#entries.push({ at: this.now() + ms, run });
    this.#entries.sort((a, b) => a.at - b.at);
    this.#arm();
  }

  wait(ms: number): Promise<void> {
    if (ms <= 0 || this.#stopped) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    this.after(ms, resolve);
    return promise.finally(() => this.#waiting.delete(resolve));
  }

  /** Advances the clock and runs the callbacks that become due. */
  tick(ms: number): Promise<void> {
    const target = this.now() + ms;
    return this.#queue(async () => {
      for (let entry = this.#due(target); entry !== undefined; entry = this.#due(target)) {
        if (this.#manual) this.#now = Math.max(this.#now, entry.at);
        else this.#jump(entry.at);
        await entry.run();
      }
      if (this.#manual) this.#now = Math.max(this.#now, target);
      else this.#jump(target);
      this.#arm();
    });
  }

  /** Stops the clock and resolves all pending waits. No callback runs after this has resolved. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#entries = [];
    for (const letGo of this.#waiting) letGo();
    await this.#running;
  }

  #due(until: number): Entry | undefined {
    const [first] = this.#entries;
    return first !== undefined && first.at <= until && !this.#stopped ? this.#entries.shift() : undefined;
  }

  #jump(at: number): void {
    this.#now += Math.max(0, at - this.now());
  }

  #arm(): void {
    const [first] = this.#entries;
    clearTimeout(this.#timer);
    if (this.#manual || this.#stopped || first === undefined) return;
    const ms = Math.min(2 ** 31 - 1, Math.max(0, (first.at - this.now()) / this.#speed));
    this.#timer = setTimeout(() => void this.tick(0), ms);
  }

  #queue(work: () => Promise<void>): Promise<void> {
    return this.#running = this.#running.catch(() => {}).then(work);
  }
}
