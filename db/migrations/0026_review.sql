ALTER TABLE `jobs` ADD `review` text;
--> statement-breakpoint
ALTER TABLE `jobs` ADD `would_free_bytes` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `job_counts` ADD `would_free_bytes` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `job_counts` ADD `undecided` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER `job_counted_in`;
--> statement-breakpoint
DROP TRIGGER `job_counted_out`;
--> statement-breakpoint
DROP TRIGGER `job_counted_over`;
--> statement-breakpoint
CREATE TRIGGER `job_counted_in` AFTER INSERT ON `jobs` BEGIN
	INSERT INTO `job_counts` (`status`, `jobs`, `input_bytes`, `saved_bytes`, `would_free_bytes`, `undecided`)
	VALUES (NEW.`status`, 1, NEW.`input_size_bytes`, NEW.`saved_bytes`, NEW.`would_free_bytes`, (NEW.`review` IS 'undecided'))
	ON CONFLICT (`status`) DO UPDATE SET
		`jobs` = `jobs` + 1,
		`input_bytes` = `input_bytes` + NEW.`input_size_bytes`,
		`saved_bytes` = `saved_bytes` + NEW.`saved_bytes`,
		`would_free_bytes` = `would_free_bytes` + NEW.`would_free_bytes`,
		`undecided` = `undecided` + (NEW.`review` IS 'undecided');
END;
--> statement-breakpoint
CREATE TRIGGER `job_counted_out` AFTER DELETE ON `jobs` BEGIN
	UPDATE `job_counts` SET
		`jobs` = `jobs` - 1,
		`input_bytes` = `input_bytes` - OLD.`input_size_bytes`,
		`saved_bytes` = `saved_bytes` - OLD.`saved_bytes`,
		`would_free_bytes` = `would_free_bytes` - OLD.`would_free_bytes`,
		`undecided` = `undecided` - (OLD.`review` IS 'undecided')
	WHERE `status` = OLD.`status`;
END;
--> statement-breakpoint
CREATE TRIGGER `job_counted_over` AFTER UPDATE OF `status`, `input_size_bytes`, `saved_bytes`, `would_free_bytes`, `review` ON `jobs`
WHEN OLD.`status` IS NOT NEW.`status`
	OR OLD.`input_size_bytes` IS NOT NEW.`input_size_bytes`
	OR OLD.`saved_bytes` IS NOT NEW.`saved_bytes`
	OR OLD.`would_free_bytes` IS NOT NEW.`would_free_bytes`
	OR OLD.`review` IS NOT NEW.`review`
BEGIN
	UPDATE `job_counts` SET
		`jobs` = `jobs` - 1,
		`input_bytes` = `input_bytes` - OLD.`input_size_bytes`,
		`saved_bytes` = `saved_bytes` - OLD.`saved_bytes`,
		`would_free_bytes` = `would_free_bytes` - OLD.`would_free_bytes`,
		`undecided` = `undecided` - (OLD.`review` IS 'undecided')
	WHERE `status` = OLD.`status`;
	INSERT INTO `job_counts` (`status`, `jobs`, `input_bytes`, `saved_bytes`, `would_free_bytes`, `undecided`)
	VALUES (NEW.`status`, 1, NEW.`input_size_bytes`, NEW.`saved_bytes`, NEW.`would_free_bytes`, (NEW.`review` IS 'undecided'))
	ON CONFLICT (`status`) DO UPDATE SET
		`jobs` = `jobs` + 1,
		`input_bytes` = `input_bytes` + NEW.`input_size_bytes`,
		`saved_bytes` = `saved_bytes` + NEW.`saved_bytes`,
		`would_free_bytes` = `would_free_bytes` + NEW.`would_free_bytes`,
		`undecided` = `undecided` + (NEW.`review` IS 'undecided');
END;
--> statement-breakpoint
CREATE INDEX `jobs_in_review` ON `jobs` (`review`,`finished_at`,`id`) WHERE review is not null;
--> statement-breakpoint
-- Encodes beside their originals have freed nothing yet. A recipe that replaces originals is left out: the original may be
-- gone without a trace.
UPDATE `jobs` SET
	`review` = 'undecided',
	`would_free_bytes` = max(0, `input_size_bytes` - `output_size_bytes`),
	`saved_bytes` = 0
WHERE `status` = 'done'
	AND `output_path` IS NOT NULL
	AND `output_size_bytes` IS NOT NULL
	AND `original_kept_at` IS NULL
	AND `rip_id` IS NULL
	AND `output_path` <> `source_path`
	AND rtrim(`output_path`, replace(`output_path`, '/', '')) = rtrim(`source_path`, replace(`source_path`, '/', ''))
	AND NOT EXISTS (
		SELECT 1 FROM `recipes`
		WHERE `hash` = `recipe_hash` AND `recipe` LIKE '%"replaceOriginal":true%'
	);
--> statement-breakpoint
-- An encode in another folder replaces nothing.
UPDATE `jobs` SET `saved_bytes` = 0
WHERE `status` = 'done'
	AND `output_path` IS NOT NULL
	AND `original_kept_at` IS NULL
	AND `rip_id` IS NULL
	AND rtrim(`output_path`, replace(`output_path`, '/', '')) <> rtrim(`source_path`, replace(`source_path`, '/', ''))
	AND NOT EXISTS (
		SELECT 1 FROM `recipes`
		WHERE `hash` = `recipe_hash` AND `recipe` LIKE '%"replaceOriginal":true%'
	);
