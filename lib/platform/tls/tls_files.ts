/** Certificate chain and key in PEM, as required by the server. */
export interface TlsFiles {
  cert: string;
  key: string;
}
