CREATE TABLE `catalogue_albums` (
	`id` integer PRIMARY KEY NOT NULL,
	`artist_id` integer NOT NULL,
	`title_key` text NOT NULL,
	`artist_key` text NOT NULL,
	`search_text` text NOT NULL,
	`year` integer DEFAULT 0 NOT NULL,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`on_disk` integer DEFAULT false NOT NULL,
	`missing` integer DEFAULT false NOT NULL,
	`lossless` integer DEFAULT false NOT NULL,
	`record` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `albums_by_artist` ON `catalogue_albums` (`artist_id`);--> statement-breakpoint
CREATE INDEX `albums_by_title` ON `catalogue_albums` (`title_key`,`id`);--> statement-breakpoint
CREATE INDEX `albums_by_artist_name` ON `catalogue_albums` (`artist_key`,`id`);--> statement-breakpoint
CREATE TABLE `catalogue_tracks` (
	`id` integer PRIMARY KEY NOT NULL,
	`album_id` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`file_id` integer DEFAULT 0 NOT NULL,
	`medium_number` integer NOT NULL,
	`absolute_number` integer NOT NULL,
	`record` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tracks_by_album` ON `catalogue_tracks` (`album_id`,`medium_number`,`absolute_number`);--> statement-breakpoint
CREATE INDEX `tracks_by_artist` ON `catalogue_tracks` (`artist_id`);--> statement-breakpoint
CREATE INDEX `tracks_by_file` ON `catalogue_tracks` (`file_id`);--> statement-breakpoint
CREATE TABLE `release_answers` (
	`question` text PRIMARY KEY NOT NULL,
	`answer` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `release_answers_by_time` ON `release_answers` (`at`);