CREATE TABLE `cue_splits` (
	`id` text PRIMARY KEY NOT NULL,
	`download_id` text,
	`record` text NOT NULL,
	`mark` text,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE INDEX `cue_splits_by_download` ON `cue_splits` (`download_id`);--> statement-breakpoint
CREATE INDEX `cue_splits_by_time` ON `cue_splits` (`created_at`);
