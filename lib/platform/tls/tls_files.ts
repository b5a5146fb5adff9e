/** Certificate chain and key in PEM, as the server needs them. */
export interface TlsFiles {
  cert: string;
  key: string;
}
