ALTER TABLE `local_files` ADD `identity` text;
--> statement-breakpoint
ALTER TABLE `local_files` ADD `link` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `local_files` ADD `same_as` text;
--> statement-breakpoint
CREATE INDEX `local_files_by_identity` ON `local_files` (`identity`) WHERE identity is not null;
--> statement-breakpoint
CREATE INDEX `local_files_same` ON `local_files` (`same_as`) WHERE same_as is not null;
