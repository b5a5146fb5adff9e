import { decodeWhole } from "./decode_whole.ts";

/** Character sets of DOS that `TextDecoder` does not know: what the bytes from 128 on stand for (code pages of IBM). */
const UPPER_HALVES: Record<string, string> = {
  cp850: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp852: "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐" +
    "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

/** A text in a character set of one byte for each character; undefined when a byte of it stands for nothing. */
export function decodeSingleBytes(bytes: Uint8Array, charset: string): string | undefined {
  const upper = UPPER_HALVES[charset];
  if (upper === undefined) return decodeWhole(bytes, charset);
  // Latin-1 keeps every byte as one character.
  const letters = new TextDecoder("latin1").decode(bytes);
  return letters.replace(/[^\0-\x7f]/g, (_, at: number) => upper[(bytes[at] ?? 128) - 128] ?? "");
}
