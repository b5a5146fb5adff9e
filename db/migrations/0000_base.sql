CREATE TABLE `bin_entries` (
	`path` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`kind` text NOT NULL,
	`successor_path` text NOT NULL,
	`successor_size_bytes` integer NOT NULL,
	`delete_after` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bin_by_age` ON `bin_entries` (`delete_after`);--> statement-breakpoint
CREATE TABLE `file_steps` (
	`job_id` text NOT NULL,
	`step` text NOT NULL,
	`intent` text NOT NULL,
	`result` text,
	`intended_at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`job_id`, `step`),
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `job_counts` (
	`status` text PRIMARY KEY NOT NULL,
	`jobs` integer DEFAULT 0 NOT NULL,
	`input_bytes` integer DEFAULT 0 NOT NULL,
	`saved_bytes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_details` (
	`job_id` text PRIMARY KEY NOT NULL,
	`probe` text,
	`plan` text,
	`command` text,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`title_key` text NOT NULL,
	`subtitle` text,
	`poster` text,
	`status` text NOT NULL,
	`phase` text,
	`message` text,
	`labels` text NOT NULL,
	`trigger` text NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`position` integer NOT NULL,
	`profile_id` text NOT NULL,
	`profile_name` text NOT NULL,
	`recipe_hash` text NOT NULL,
	`audio_only` integer DEFAULT false NOT NULL,
	`copy_only` integer DEFAULT false NOT NULL,
	`software` integer DEFAULT false NOT NULL,
	`source` text NOT NULL,
	`arr` text,
	`source_path` text NOT NULL,
	`source_key` text NOT NULL,
	`source_identity` text,
	`temp_path` text,
	`planned_output` text,
	`output_path` text,
	`original_kept_at` text,
	`original_kept_until` integer,
	`estimated_bytes` integer,
	`input_size_bytes` integer DEFAULT 0 NOT NULL,
	`output_size_bytes` integer,
	`saved_bytes` integer DEFAULT 0 NOT NULL,
	`warnings` text NOT NULL,
	`error` text,
	`error_code` text,
	`attempt` integer DEFAULT 1 NOT NULL,
	`lost_leases` integer DEFAULT 0 NOT NULL,
	`space_needs` text,
	`lease_instance` text,
	`lease_boot` text,
	`child_token` text,
	`child_pid` integer,
	`child_start` text,
	`parent_id` text,
	`rip_id` text,
	`batch_id` text,
	`agent_id` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer DEFAULT 0 NOT NULL,
	`duration_seconds` real
);
--> statement-breakpoint
CREATE INDEX `jobs_by_created` ON `jobs` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_by_finished` ON `jobs` (`status`,`finished_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_by_position` ON `jobs` (`status`,`position`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_by_title` ON `jobs` (`status`,`title_key`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_by_size` ON `jobs` (`status`,`input_size_bytes`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_by_source` ON `jobs` (`source_path`);--> statement-breakpoint
CREATE INDEX `jobs_by_identity` ON `jobs` (`source_key`);--> statement-breakpoint
CREATE INDEX `jobs_by_planned_output` ON `jobs` (`planned_output`) WHERE planned_output is not null;--> statement-breakpoint
CREATE INDEX `jobs_copy_only` ON `jobs` (`status`,`position`) WHERE copy_only = 1;--> statement-breakpoint
CREATE TABLE `key_values` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`profile` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `recipes` (
	`hash` text PRIMARY KEY NOT NULL,
	`recipe` text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `job_counted_in` AFTER INSERT ON `jobs` BEGIN
	INSERT INTO `job_counts` (`status`, `jobs`, `input_bytes`, `saved_bytes`)
	VALUES (NEW.`status`, 1, NEW.`input_size_bytes`, NEW.`saved_bytes`)
	ON CONFLICT (`status`) DO UPDATE SET
		`jobs` = `jobs` + 1,
		`input_bytes` = `input_bytes` + NEW.`input_size_bytes`,
		`saved_bytes` = `saved_bytes` + NEW.`saved_bytes`;
END;
--> statement-breakpoint
CREATE TRIGGER `job_counted_out` AFTER DELETE ON `jobs` BEGIN
	UPDATE `job_counts` SET
		`jobs` = `jobs` - 1,
		`input_bytes` = `input_bytes` - OLD.`input_size_bytes`,
		`saved_bytes` = `saved_bytes` - OLD.`saved_bytes`
	WHERE `status` = OLD.`status`;
END;
--> statement-breakpoint
CREATE TRIGGER `job_counted_over` AFTER UPDATE OF `status`, `input_size_bytes`, `saved_bytes` ON `jobs`
WHEN OLD.`status` <> NEW.`status`
	OR OLD.`input_size_bytes` <> NEW.`input_size_bytes`
	OR OLD.`saved_bytes` <> NEW.`saved_bytes`
BEGIN
	UPDATE `job_counts` SET
		`jobs` = `jobs` - 1,
		`input_bytes` = `input_bytes` - OLD.`input_size_bytes`,
		`saved_bytes` = `saved_bytes` - OLD.`saved_bytes`
	WHERE `status` = OLD.`status`;
	INSERT INTO `job_counts` (`status`, `jobs`, `input_bytes`, `saved_bytes`)
	VALUES (NEW.`status`, 1, NEW.`input_size_bytes`, NEW.`saved_bytes`)
	ON CONFLICT (`status`) DO UPDATE SET
		`jobs` = `jobs` + 1,
		`input_bytes` = `input_bytes` + NEW.`input_size_bytes`,
		`saved_bytes` = `saved_bytes` + NEW.`saved_bytes`;
END;
