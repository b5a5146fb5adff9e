CREATE TABLE `encode_segments` (
	`key` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`path` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`seconds` real NOT NULL,
	`header` text NOT NULL,
	`source_errors` text NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `encode_segments_by_job` ON `encode_segments` (`job_id`);
--> statement-breakpoint
CREATE INDEX `encode_segments_by_use` ON `encode_segments` (`used_at`);
