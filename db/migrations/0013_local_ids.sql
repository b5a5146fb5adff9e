ALTER TABLE `local_items` ADD `ids` text;--> statement-breakpoint
ALTER TABLE `local_files` ADD `last_episode` integer;--> statement-breakpoint
ALTER TABLE `local_files` ADD `air_date` text;
