const HOST = '@demo.example';

/** The address of a demo account. No mailbox can have it (RFC 2606). */
export const demoAddress = (username: string): string => `${username}${HOST}`;

export const isDemoAddress = (address: string): boolean => address.endsWith(HOST);
