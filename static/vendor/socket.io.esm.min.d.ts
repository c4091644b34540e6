/** The little of Socket.IO's client that the page uses. */
export interface Socket {
  connected: boolean;
  volatile: { emit(event: string, payload: unknown): void };
  active: boolean;
  connect(): void;
  io: { timeout(milliseconds: number): unknown; on(event: string, listener: (payload: any) => void): unknown };
  on(event: string, listener: (payload: any) => void): this;
  once(event: string, listener: (payload: any) => void): this;
  timeout(milliseconds: number): { emitWithAck(event: string, payload: unknown): Promise<any> };
}
export function io(options?: Record<string, unknown>): Socket;
