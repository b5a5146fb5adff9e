CREATE INDEX `episodes_by_place` ON `catalogue_episodes` (record ->> '$.file.localPath');--> statement-breakpoint
CREATE INDEX `episodes_by_file` ON `catalogue_episodes` (record ->> '$.file.id');--> statement-breakpoint
CREATE INDEX `catalogue_by_place` ON `catalogue_titles` (`arr`,record ->> '$.file.localPath');--> statement-breakpoint
CREATE INDEX `catalogue_by_file` ON `catalogue_titles` (`arr`,record ->> '$.file.id');--> statement-breakpoint
CREATE INDEX `tracks_by_place` ON `catalogue_tracks` (record ->> '$.file.localPath');