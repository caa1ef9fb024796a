/** How processes of one installation know one another where they speak https: all of them show its certificate, whatever name it is for. */
export const certificateTrust = (certificate: string): object => ({
  ca: certificate,
  allowPartialTrustChain: true,
  checkServerIdentity: () => undefined,
});
