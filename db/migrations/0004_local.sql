CREATE TABLE `local_files` (
	`folder_id` integer NOT NULL,
	`name` text NOT NULL,
	`item_id` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`mtime` integer NOT NULL,
	`season` integer,
	`episode` integer,
	`absolute` integer,
	`disc` integer,
	`track` integer,
	`resolution` text,
	`is_remux` integer DEFAULT false NOT NULL,
	`quality` text,
	`seen` integer NOT NULL,
	`missing_since` integer,
	PRIMARY KEY(`folder_id`, `name`)
);
--> statement-breakpoint
CREATE INDEX `local_files_by_item` ON `local_files` (`item_id`,`size_bytes`);--> statement-breakpoint
CREATE INDEX `local_files_missing` ON `local_files` (`missing_since`) WHERE missing_since is not null;--> statement-breakpoint
CREATE TABLE `local_folders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`path` text NOT NULL,
	`root` text NOT NULL,
	`stamp` text DEFAULT '' NOT NULL,
	`entries` integer DEFAULT 0 NOT NULL,
	`device` integer,
	`landmarks` text,
	`poster` text,
	`unreadable` integer DEFAULT 0 NOT NULL,
	`missing_since` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `local_folders_path_unique` ON `local_folders` (`path`);--> statement-breakpoint
CREATE INDEX `local_folders_missing` ON `local_folders` (`missing_since`) WHERE missing_since is not null;--> statement-breakpoint
CREATE INDEX `local_folders_unreadable` ON `local_folders` (`unreadable`) WHERE unreadable > 0;--> statement-breakpoint
CREATE TABLE `local_items` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`title_key` text NOT NULL,
	`year` integer,
	`artist` text,
	`anime` integer DEFAULT false NOT NULL,
	`image_cue` integer DEFAULT false NOT NULL,
	`folder` text NOT NULL,
	`owns_folder` integer DEFAULT false NOT NULL,
	`root` text NOT NULL,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`file_count` integer DEFAULT 0 NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	`meta` text
);
--> statement-breakpoint
CREATE INDEX `local_items_by_title` ON `local_items` (`hidden`,`title_key`,`id`);--> statement-breakpoint
CREATE INDEX `local_items_by_kind` ON `local_items` (`hidden`,`kind`,`title_key`,`id`);--> statement-breakpoint
CREATE INDEX `local_items_without_meta` ON `local_items` (`id`) WHERE meta is null;