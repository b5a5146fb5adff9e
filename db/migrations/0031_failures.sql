CREATE TABLE `job_failures` (
	`job_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`group_key` text NOT NULL,
	`line` text NOT NULL,
	`failed_at` integer NOT NULL,
	PRIMARY KEY(`job_id`, `attempt`)
);
--> statement-breakpoint
CREATE INDEX `failures_by_group` ON `job_failures` (`group_key`);
--> statement-breakpoint
CREATE INDEX `failures_by_age` ON `job_failures` (`failed_at`);
