import { settingAt } from "../../../../../lib/platform/settings/all_settings.ts";
import { ChecksField } from "../../../../../lib/ui/field.tsx";
import { useSettings } from "../settings_section.tsx";

const DAYS = [
  ["1", "Monday"],
  ["2", "Tuesday"],
  ["3", "Wednesday"],
  ["4", "Thursday"],
  ["5", "Friday"],
  ["6", "Saturday"],
  ["0", "Sunday"],
] as const;

/** Weekdays of the schedule. */
export function ScheduleDays() {
  const { days } = useSettings().settings.transcoding.schedule;
  const { key, help } = settingAt("transcoding.schedule.days");
  return <ChecksField name={key} label="Days" type="numbers" values={days} options={DAYS} help={help} />;
}
