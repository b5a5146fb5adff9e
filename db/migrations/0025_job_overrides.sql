ALTER TABLE `jobs` ADD `overrides` text;
