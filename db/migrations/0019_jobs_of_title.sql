CREATE INDEX `jobs_of_title` ON `jobs` (`arr`,(source ->> '$.arrId'));
