import { createMutex } from "../kit/async.ts";
import { newId } from "../kit/id.ts";
import { HttpProblem } from "../platform/http_client/model.ts";
import type { MqttSettings } from "../platform/settings/sections/mqtt.ts";
import { type Bridge, type BridgeOptions, startBridge } from "./bridge.ts";
import type { MqttTest } from "./model.ts";
import { type BrokerAddress, MqttProblem, openSession } from "./mqtt/session.ts";
import type { BridgeState } from "./state.ts";

/** The connection to the broker in the settings, created when it is first used. */
export interface MqttService {
  /**
   * Connects to the broker in the settings. If these settings have changed, first deletes everything that was published
   * over the previous connection, and disconnects.
   */
  apply(): Promise<void>;
  /** Logs in to a broker and disconnects. */
  test(entered: BrokerAddress): Promise<MqttTest>;
  /** State of the connection. Undefined while it is disabled. */
  state(): Promise<BridgeState | undefined>;
  close(): Promise<void>;
}

interface ServiceDeps extends Omit<BridgeOptions, "mqtt" | "name"> {
  mqtt(): MqttSettings;
  name(): string;
}

/** Creates the service. Nothing is connected. */
export function createMqttService(deps: ServiceDeps): MqttService {
  const inTurn = createMutex();
  let bridge: Bridge | undefined;
  let isClosed = false;
  const stop = async (remove: boolean): Promise<void> => {
    await bridge?.stop({ remove });
    bridge = undefined;
  };
  return {
    apply: () =>
      inTurn(async () => {
        await stop(true);
        const mqtt = deps.mqtt();
        if (mqtt.enabled && mqtt.url !== "" && !isClosed) bridge = startBridge({ ...deps, mqtt, name: deps.name() });
      }),
    test: (entered) => testBroker(deps, entered),
    state: () => Promise.resolve(bridge?.state()),
    close() {
      isClosed = true;
      return inTurn(() => stop(false));
    },
  };
}

async function testBroker({ http }: Pick<ServiceDeps, "http">, address: BrokerAddress): Promise<MqttTest> {
  try {
    // The client ID differs from that of the bridge. If they were equal, the broker would disconnect the bridge.
    const session = await openSession(http, { address, clientId: `lathe-test-${newId()}` });
    await session.close();
    return { ok: true, detail: "The broker accepts the connection." };
  } catch (error) {
    if (error instanceof HttpProblem || error instanceof MqttProblem) return { ok: false, detail: error.message };
    throw error;
  }
}
