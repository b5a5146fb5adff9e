ALTER TABLE `catalogue_albums` ADD `facets` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP INDEX `albums_by_title`;--> statement-breakpoint
CREATE INDEX `album_lists` ON `catalogue_albums` (`title_key`,`id`,`artist_key`,`artist_id`,`year`,`size_bytes`,`on_disk`,`missing`,`lossless`,`facets`,`search_text`);--> statement-breakpoint
CREATE INDEX `catalogue_by_albums` ON `catalogue_titles` (coalesce(record ->> '$.statistics.albumCount', 0),`id`) WHERE arr = 'music';--> statement-breakpoint
CREATE INDEX `catalogue_by_tracks` ON `catalogue_titles` (coalesce(record ->> '$.statistics.trackFileCount', 0),`id`) WHERE arr = 'music';--> statement-breakpoint
UPDATE `catalogue_titles` SET `fingerprint` = '' WHERE `arr` = 'music';--> statement-breakpoint
ALTER TABLE `local_items` ADD `managed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `local_items` ADD `facets` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `local_files` ADD `facets` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP INDEX `local_items_by_title`;--> statement-breakpoint
CREATE INDEX `local_lists` ON `local_items` (`hidden`,`title_key`,`id`,`kind`,`year`,`size_bytes`,`managed`,`anime`,`facets`);--> statement-breakpoint
UPDATE `local_items` SET `managed` = `hidden`;--> statement-breakpoint
UPDATE `local_folders` SET `stamp` = '';--> statement-breakpoint
CREATE INDEX `jobs_by_output` ON `jobs` (`output_path`) WHERE output_path is not null;--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_by_name` ON `saved_views` (`kind`,`name`);
