CREATE INDEX `jobs_of_title` ON `jobs` (`arr`,(iif(json_valid(source), source ->> '$.arrId', NULL)));
