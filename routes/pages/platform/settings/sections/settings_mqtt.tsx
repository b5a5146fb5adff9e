import { TryButton } from "../settings_try.tsx";

/** Button that logs in to the entered broker. */
export const MqttTestButton = () => (
  <TryButton path="/api/mqtt/test" scope="mqtt" fields={["url", "username", "password"]} label="Test broker" />
);
