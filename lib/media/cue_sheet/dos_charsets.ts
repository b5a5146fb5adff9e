import { decodeWhole } from "./decode_whole.ts";

/** Character sets of DOS (IBM code pages) that `TextDecoder` does not support: characters for the bytes from 128. */
const UPPER_HALVES: Record<string, string> = {
  cp850: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp852: "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐" +
    "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

/** Decodes a text in any character set. Invalid bytes are replaced. */
export const decodeAs = (bytes: Uint8Array, charset: string): string =>
  decodeSingleBytes(bytes, charset) ?? new TextDecoder(charset).decode(bytes);

/** Decodes a text in a single-byte character set. Undefined if it contains an invalid byte. */
export function decodeSingleBytes(bytes: Uint8Array, charset: string): string | undefined {
  const upper = UPPER_HALVES[charset];
  if (upper === undefined) return decodeWhole(bytes, charset);
  // Latin-1 maps each byte to one character.
  const letters = new TextDecoder("latin1").decode(bytes);
  return letters.replace(/[^\0-\x7f]/g, (_, at: number) => upper[(bytes[at] ?? 128) - 128] ?? "");
}
