CREATE TABLE `policies` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`enabled` integer DEFAULT false NOT NULL,
	`position` integer NOT NULL,
	`rules` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `policies_by_name` ON `policies` (`name_key`);
--> statement-breakpoint
CREATE TABLE `policy_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`policy_id` text NOT NULL,
	`name` text NOT NULL,
	`started_at` integer NOT NULL,
	`jobs` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `policy_runs_by_time` ON `policy_runs` (`started_at`);
--> statement-breakpoint
CREATE TABLE `policy_run_jobs` (
	`run_id` text NOT NULL,
	`job_id` text NOT NULL,
	`policy_id` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`queued_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `job_id`)
);
--> statement-breakpoint
CREATE INDEX `policy_run_jobs_by_time` ON `policy_run_jobs` (`policy_id`,`queued_at`);
