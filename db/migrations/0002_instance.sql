CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`time` integer NOT NULL,
	`level` text NOT NULL,
	`source` text NOT NULL,
	`message` text NOT NULL,
	`details` text,
	`ref_kind` text,
	`ref_id` text
);
--> statement-breakpoint
CREATE INDEX `events_by_source` ON `events` (`source`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_level` ON `events` (`level`,`id`);--> statement-breakpoint
CREATE TABLE `login_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_failures_by_age` ON `login_failures` (`last_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_digest` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`remembered` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `task_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`last_run_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`result` text,
	`error` text
);
