CREATE TABLE `media_probes` (
	`path` text PRIMARY KEY NOT NULL,
	`size_bytes` integer NOT NULL,
	`probe` text,
	`error` text,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `media_evaluations` (
	`recipe_key` text NOT NULL,
	`path` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`low_bytes` integer,
	`typical_bytes` integer,
	`high_bytes` integer,
	`encode_seconds` integer,
	`model` text,
	`correction` text,
	PRIMARY KEY(`recipe_key`, `path`)
);
