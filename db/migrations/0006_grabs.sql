CREATE TABLE `grabs` (
	`job_id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`guid` text NOT NULL,
	`indexer_id` integer NOT NULL,
	`state` text NOT NULL,
	`request` text NOT NULL,
	`after_id` integer DEFAULT 0 NOT NULL,
	`since` text NOT NULL,
	`download_id` text,
	`taken` text NOT NULL,
	`gone_since` integer,
	`transfers` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grabs_by_release` ON `grabs` (`source`,`indexer_id`,`guid`);--> statement-breakpoint
CREATE TABLE `rescans` (
	`job_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`command_id` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rescans_due` ON `rescans` (`state`,`next_at`);