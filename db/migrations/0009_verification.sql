ALTER TABLE `job_details` ADD `verification` text;
