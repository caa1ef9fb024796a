/** One database cluster: PostgreSQL's data, the logs and the password that opens it. They come to be together. */
export interface Cluster {
  data: string;
  logs: string;
  password: string;
}
