ALTER TABLE `catalogue_state` ADD `odd` text;--> statement-breakpoint
ALTER TABLE `auto_memory` ADD `title_key` text;--> statement-breakpoint
ALTER TABLE `auto_memory` ADD `fingerprint` text;--> statement-breakpoint
CREATE INDEX `episodes_remux` ON `catalogue_episodes` (`series_id`,`season_number`,`episode_number`) WHERE record ->> '$.file.isRemux' = 1;--> statement-breakpoint
CREATE INDEX `jobs_without_output` ON `jobs` (`id`) WHERE status = 'done' AND output_path IS NULL;--> statement-breakpoint
DELETE FROM `catalogue_titles` WHERE hex(title || sort_key || search_text || local_path) GLOB '*ED[AB]*' OR record GLOB '*\ud[89a-fA-F]*' OR size_bytes > 1125899906842624 OR CAST(record ->> '$.file.size' AS REAL) > 1125899906842624;--> statement-breakpoint
DELETE FROM `catalogue_episodes` WHERE record GLOB '*\ud[89a-fA-F]*' OR CAST(record ->> '$.file.size' AS REAL) > 1125899906842624;--> statement-breakpoint
DELETE FROM `catalogue_albums` WHERE hex(title_key || artist_key || search_text) GLOB '*ED[AB]*' OR record GLOB '*\ud[89a-fA-F]*' OR size_bytes > 1125899906842624;--> statement-breakpoint
DELETE FROM `catalogue_tracks` WHERE record GLOB '*\ud[89a-fA-F]*' OR CAST(record ->> '$.file.size' AS REAL) > 1125899906842624;--> statement-breakpoint
UPDATE `catalogue_titles` SET `fingerprint` = '';
