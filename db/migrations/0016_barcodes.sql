CREATE TABLE `barcode_answers` (
	`code` text PRIMARY KEY NOT NULL,
	`product` text,
	`at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `expected_discs` (
	`code` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`record` text NOT NULL,
	`added_at` integer NOT NULL
);--> statement-breakpoint
CREATE UNIQUE INDEX `expected_discs_id_unique` ON `expected_discs` (`id`);--> statement-breakpoint
CREATE INDEX `expected_discs_by_time` ON `expected_discs` (`added_at`);
