/** Names what of MicroPython's loader the page uses. */
export interface MicroPython {
  FS: { mkdir(path: string): void; writeFile(path: string, text: string): void };
  globals: { get(name: string): any; set(name: string, value: string): void };
  runPython(code: string): unknown;
}
export function loadMicroPython(options: {
  heapsize?: number;
  pystack?: number;
  url?: string;
  stdout?: (line: string) => void;
  stderr?: (line: string) => void;
}): Promise<MicroPython>;
