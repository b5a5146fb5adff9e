ALTER TABLE `catalogue_tracks` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `tracks_by_text` ON `catalogue_tracks` (`search_text`,`album_id`);--> statement-breakpoint
UPDATE `catalogue_titles` SET `fingerprint` = '' WHERE `arr` = 'music';
