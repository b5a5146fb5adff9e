CREATE TABLE `rips` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`source` text NOT NULL,
	`batch_id` text,
	`record` text NOT NULL,
	`read_titles` text NOT NULL,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE INDEX `rips_by_time` ON `rips` (`created_at`);--> statement-breakpoint
CREATE INDEX `rips_by_status` ON `rips` (`status`);--> statement-breakpoint
CREATE TABLE `rip_log` (
	`rip_id` text NOT NULL,
	`line` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`rip_id`, `line`),
	FOREIGN KEY (`rip_id`) REFERENCES `rips`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `box_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`record` text NOT NULL,
	`created_at` integer NOT NULL
);--> statement-breakpoint
CREATE INDEX `jobs_by_rip` ON `jobs` (`rip_id`) WHERE rip_id IS NOT NULL;
