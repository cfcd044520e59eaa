/** Orders of the player that the server has not answered yet, and those that were not carried out. */

import type { OrderKey } from "../connection";

/** An order of the player that the server has not answered yet. */
export interface PendingOrder {
  readonly moveId: OrderKey;
  readonly text: string;
  /** The number of orders before this one; null until it is its turn to be sent. */
  readonly n: number | null;
  /** Whether the server has shown its consequences. */
  readonly carriedOut: boolean;
}

/** Orders that were not carried out, and the code of the reason. */
interface TakenBack {
  readonly orders: readonly string[];
  readonly code: string;
}

export interface OrderState {
  /** Orders without an answer; only the first has been sent. */
  readonly orders: readonly PendingOrder[];
  readonly takenBack: TakenBack | null;
}

export type OrderAction =
  /** The player has given an order; it is sent when those before it are answered; a refusal has a code. */
  | { readonly action: "ordered"; readonly moveId: OrderKey; readonly text: string }
  | { readonly action: "sent"; readonly moveId: OrderKey; readonly n: number }
  | { readonly action: "answered"; readonly moveId: OrderKey; readonly code: string | null }
  /** The player has read which orders were not carried out. */
  | { readonly action: "dismiss taken back" };

/** The code of an order that the player has taken back before it was sent. */
const CANCELLED = "NOT_SENT";

export function reduceOrders<S extends OrderState>(state: S, step: OrderAction): S {
  const { orders } = state;
  switch (step.action) {
    case "ordered": {
      const order = { moveId: step.moveId, text: step.text, n: null, carriedOut: false };
      return { ...state, orders: [...orders, order], takenBack: null };
    }
    case "sent": {
      const { moveId, n } = step;
      return { ...state, orders: orders.map((order) => (order.moveId === moveId ? { ...order, n } : order)) };
    }
    case "answered":
      return answered(state, step.moveId, step.code);
    case "dismiss taken back":
      return { ...state, takenBack: null };
  }
}

/** An order was answered. After a refusal those behind it are given up too: they were meant for another board. */
function answered<S extends OrderState>(state: S, moveId: OrderKey, code: string | null): S {
  const at = state.orders.findIndex((order) => order.moveId === moveId);
  if (at < 0) return state;
  if (code === null || code === CANCELLED)
    return { ...state, orders: state.orders.filter((order) => order.moveId !== moveId) };
  const dropped = state.orders.slice(at).map(({ text }) => text);
  return { ...state, orders: state.orders.slice(0, at), takenBack: { orders: dropped, code } };
}

/** Marks the order that has led to the n-th board as carried out. */
export function markCarriedOut(orders: readonly PendingOrder[], n: number): readonly PendingOrder[] {
  return orders.map((order) => (order.n === n - 1 ? { ...order, carriedOut: true } : order));
}
