export function colorsIn(name: string, text: string): string[];
export function usedIn(text: string): string[];
