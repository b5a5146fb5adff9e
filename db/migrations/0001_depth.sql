CREATE TABLE `estimate_outcomes` (
	`job_id` text PRIMARY KEY NOT NULL,
	`model` text NOT NULL,
	`profile_id` text NOT NULL,
	`sampled` integer NOT NULL,
	`estimated_bytes` integer NOT NULL,
	`low_bytes` integer NOT NULL,
	`high_bytes` integer NOT NULL,
	`actual_bytes` integer NOT NULL,
	`video_ratio` real NOT NULL,
	`megapixels_per_second` real NOT NULL,
	`finished_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outcomes_by_model` ON `estimate_outcomes` (`model`,`finished_at`);--> statement-breakpoint
CREATE TABLE `findings` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`path` text NOT NULL,
	`result` text NOT NULL,
	`found_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `key`)
);
--> statement-breakpoint
CREATE INDEX `findings_by_path` ON `findings` (`kind`,`path`);--> statement-breakpoint
CREATE TABLE `quality_reports` (
	`job_id` text PRIMARY KEY NOT NULL,
	`report` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `smart_profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`profile` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `job_details` ADD `estimate` text;--> statement-breakpoint
ALTER TABLE `job_details` ADD `quality` text;--> statement-breakpoint
ALTER TABLE `job_details` ADD `ocr` text;