export function importsOf(path: string, text: string, exists?: (path: string) => boolean): string[];
export function circlesIn(graph: Map<string, string[]>): string[][];
