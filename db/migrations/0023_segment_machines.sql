ALTER TABLE `encode_segments` ADD `machine` text;
--> statement-breakpoint
ALTER TABLE `encode_segments` ADD `machine_name` text;
