CREATE TABLE `auto_memory` (
	`local_path` text PRIMARY KEY NOT NULL,
	`arr` text NOT NULL,
	`file_id` integer DEFAULT 0 NOT NULL,
	`size_bytes` integer NOT NULL,
	`reason` text NOT NULL,
	`profile` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auto_by_file` ON `auto_memory` (`arr`,`file_id`);--> statement-breakpoint
CREATE INDEX `auto_by_size` ON `auto_memory` (`size_bytes`);