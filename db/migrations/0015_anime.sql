CREATE INDEX `catalogue_by_romaji` ON `catalogue_titles` (`arr`,lower(coalesce(record ->> '$.titleRomaji', sort_key)),`id`);
