ALTER TABLE `jobs` ADD `hardware` text;
--> statement-breakpoint
ALTER TABLE `jobs` ADD `device` text;
--> statement-breakpoint
ALTER TABLE `jobs` ADD `card_faults` text;
