import { createClient } from "@libsql/client";

/** Database rows that the checker reads with plain SQL. */
export interface LedgerRow {
  sourcePath: string;
  status: string;
  error: string | null;
  outputPath: string | null;
  outputSizeBytes: number | null;
}

/** Returns every job of a stopped queue. */
export async function ledgerOf(path: string): Promise<LedgerRow[]> {
  const client = createClient({ url: `file:${path}` });
  try {
    const { rows } = await client.execute(
      "SELECT source_path, status, error, output_path, output_size_bytes FROM jobs",
    );
    return rows.map((row) => ({
      sourcePath: String(row.source_path),
      status: String(row.status),
      error: row.error === null ? null : String(row.error),
      outputPath: row.output_path === null ? null : String(row.output_path),
      outputSizeBytes: row.output_size_bytes === null ? null : Number(row.output_size_bytes),
    }));
  } finally {
    client.close();
  }
}
