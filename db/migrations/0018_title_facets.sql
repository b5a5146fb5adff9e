ALTER TABLE `catalogue_titles` ADD `facets` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP INDEX `catalogue_by_title`;--> statement-breakpoint
CREATE INDEX `catalogue_lists` ON `catalogue_titles` (`arr`,`sort_key`,`id`,`year`,`size_bytes`,`added_at`,`on_disk`,`missing`,`remux`,`anime`,`facets`,`search_text`);--> statement-breakpoint
UPDATE `catalogue_titles` SET `fingerprint` = '' WHERE `arr` IN ('movie', 'series');
