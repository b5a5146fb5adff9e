ALTER TABLE `policy_run_jobs` ADD `low_bytes` integer;
--> statement-breakpoint
ALTER TABLE `policy_run_jobs` ADD `expected_bytes` integer;
--> statement-breakpoint
ALTER TABLE `policy_run_jobs` ADD `high_bytes` integer;
--> statement-breakpoint
ALTER TABLE `policy_run_jobs` ADD `expected_seconds` real;
