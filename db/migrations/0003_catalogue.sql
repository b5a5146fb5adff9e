CREATE TABLE `catalogue_episodes` (
	`id` integer PRIMARY KEY NOT NULL,
	`series_id` integer NOT NULL,
	`season_number` integer NOT NULL,
	`episode_number` integer NOT NULL,
	`record` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `episodes_by_series` ON `catalogue_episodes` (`series_id`,`season_number`,`episode_number`);--> statement-breakpoint
CREATE TABLE `catalogue_state` (
	`arr` text PRIMARY KEY NOT NULL,
	`refreshed_at` integer,
	`tried_at` integer NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE TABLE `catalogue_titles` (
	`arr` text NOT NULL,
	`id` integer NOT NULL,
	`title` text NOT NULL,
	`sort_key` text NOT NULL,
	`search_text` text NOT NULL,
	`year` integer DEFAULT 0 NOT NULL,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`added_at` integer DEFAULT 0 NOT NULL,
	`on_disk` integer DEFAULT false NOT NULL,
	`missing` integer DEFAULT false NOT NULL,
	`remux` integer DEFAULT false NOT NULL,
	`anime` integer DEFAULT false NOT NULL,
	`local_path` text NOT NULL,
	`record` text NOT NULL,
	`fingerprint` text NOT NULL,
	PRIMARY KEY(`arr`, `id`)
);
--> statement-breakpoint
CREATE INDEX `catalogue_by_title` ON `catalogue_titles` (`arr`,`sort_key`,`id`);--> statement-breakpoint
CREATE INDEX `catalogue_by_year` ON `catalogue_titles` (`arr`,`year`,`id`);--> statement-breakpoint
CREATE INDEX `catalogue_by_size` ON `catalogue_titles` (`arr`,`size_bytes`,`id`);--> statement-breakpoint
CREATE INDEX `catalogue_by_added` ON `catalogue_titles` (`arr`,`added_at`,`id`);--> statement-breakpoint
CREATE INDEX `catalogue_remux` ON `catalogue_titles` (`arr`,`sort_key`) WHERE remux = 1;