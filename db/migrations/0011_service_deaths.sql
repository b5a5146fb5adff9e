ALTER TABLE `jobs` ADD `service_deaths` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_paused` ON `jobs` (`not_before`) WHERE not_before > 0;
