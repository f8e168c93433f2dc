export const CLIENT: string;
export function boxFolders(): string[];
export function sources(): [string, string][];
