ALTER TABLE `jobs` ADD `bulk_id` text;
--> statement-breakpoint
CREATE INDEX `jobs_of_bulk` ON `jobs` (`bulk_id`) WHERE bulk_id is not null;
--> statement-breakpoint
ALTER TABLE `bin_entries` ADD `from_path` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `bin_entries` ADD `size_bytes` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `bin_entries` ADD `retired_at` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The path of an entry is FOLDER/.lathe-bin/DATE/NAME.JOB.KIND.
UPDATE `bin_entries` SET
	`from_path` = substr(`path`, 1, instr(`path`, '/.lathe-bin/')) || substr(
		`path`,
		instr(`path`, '/.lathe-bin/') + 23,
		length(`path`) - instr(`path`, '/.lathe-bin/') - 24 - length(`job_id`) - length(`kind`)
	)
WHERE instr(`path`, '/.lathe-bin/') > 0;
--> statement-breakpoint
UPDATE `bin_entries` SET
	`from_path` = coalesce((SELECT `source_path` FROM `jobs` WHERE `id` = `job_id` AND `source_path` <> ''), `from_path`)
WHERE `kind` = 'original';
--> statement-breakpoint
UPDATE `bin_entries` SET
	`size_bytes` = coalesce(
		(SELECT iif(`kind` = 'original', `input_size_bytes`, `output_size_bytes`) FROM `jobs` WHERE `id` = `job_id`),
		0
	),
	`retired_at` = coalesce(
		(SELECT nullif(`finished_at`, 0) FROM `jobs` WHERE `id` = `job_id`),
		`delete_after`
	);
--> statement-breakpoint
CREATE INDEX `bin_by_retired` ON `bin_entries` (`retired_at`);
--> statement-breakpoint
CREATE INDEX `bin_by_origin` ON `bin_entries` (`from_path`);
--> statement-breakpoint
CREATE TABLE `undo_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `undo_runs_by_created` ON `undo_runs` (`created_at`);
--> statement-breakpoint
CREATE TABLE `undo_run_jobs` (
	`run_id` text NOT NULL,
	`job_id` text NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`code` text,
	`reason` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`run_id`, `job_id`),
	FOREIGN KEY (`run_id`) REFERENCES `undo_runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `undo_jobs_pending` ON `undo_run_jobs` (`job_id`) WHERE state = 'pending';
