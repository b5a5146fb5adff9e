/** Certificate chain and key as PEM, as the server takes them. */
export interface TlsFiles {
  cert: string;
  key: string;
}
