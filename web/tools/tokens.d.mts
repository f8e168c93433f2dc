export function colorsIn(name: string, text: string): string[];
export function usedIn(text: string): string[];
export function sizesIn(name: string, text: string): string[];
