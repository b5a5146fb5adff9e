CREATE TABLE `agents` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`credential_digest` text NOT NULL,
	`state` text NOT NULL,
	`paused` integer DEFAULT false NOT NULL,
	`rejected_reason` text,
	`abilities` text NOT NULL,
	`max_slots` integer,
	`joined_at` integer NOT NULL,
	`approved_at` integer,
	`last_seen_at` integer,
	`parts_done` integer DEFAULT 0 NOT NULL,
	`pictures` integer DEFAULT 0 NOT NULL,
	`seconds` real DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agents_public_key_unique` ON `agents` (`public_key`);
