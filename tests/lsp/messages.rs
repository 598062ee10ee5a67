//! Messages that no editor should send.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{ask, decode, encode, note};
use crate::common::run_with_data;

/// What is no message is answered, and the conversation goes on.
#[test]
fn malformed_messages() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let shutdown = json!({ "id": "last", "method": "shutdown" });
    let cases = [
        ("{]}", Value::Null, -32700),
        ("", Value::Null, -32700),
        (&"[".repeat(100_000), Value::Null, -32700),
        ("null", Value::Null, -32600),
        ("[]", Value::Null, -32600),
        (&format!("[{shutdown}]"), Value::Null, -32600),
        ("{}", Value::Null, -32600),
        (r#"{"id":7}"#, json!(7), -32600),
        (r#"{"id":7,"method":null}"#, json!(7), -32600),
        (r#"{"id":null,"method":"shutdown"}"#, Value::Null, -32600),
        (r#"{"id":[],"method":"shutdown"}"#, Value::Null, -32600),
        (
            r#"{"id":9007199254740993,"method":"x"}"#,
            json!(9_007_199_254_740_993_u64),
            -32601,
        ),
        (
            r#"{"id":"","method":"textDocument/x","params":[]}"#,
            json!(""),
            -32601,
        ),
        (&" ".repeat((16 << 20) + 1), Value::Null, -32600),
    ];
    let mut input = encode(&ask(0, "initialize", &json!({})));
    for (text, ..) in &cases {
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("a string takes all");
    }
    // An answer is not answered.
    input += &encode(&json!({ "id": null, "error": { "code": -32600, "message": "" } }));
    input += &encode(&shutdown);
    input += &encode(&note("exit", &Value::Null));
    let result = run_with_data(&["lsp"], &input, false, folder.path());
    assert_eq!((result.status, result.stderr.as_str()), (0, ""));
    let answers = decode(&result.stdout);
    assert_eq!(answers.len(), cases.len() + 2);
    for ((text, id, code), answer) in cases.iter().zip(&answers[1..]) {
        let text = &text[..text.len().min(60)];
        assert_eq!(answer["id"], *id, "{text}");
        assert_eq!(answer["error"]["code"], *code, "{text}: {answer}");
    }
    assert_eq!(answers[cases.len() + 1]["id"], "last");
}

/// A header that cannot be believed ends the conversation, and takes no memory.
#[test]
fn malformed_headers() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let long = format!("A: {}\r\n", "b".repeat(10_000));
    let many = "A: b\r\n".repeat(1_000);
    for header in [
        "Content-Length: 18446744073709551616\r\n\r\n{}",
        "Content-Length: -1\r\n\r\n{}",
        "Content-Length: \u{1b}[31m\r\n\r\n{}",
        "Content-Length: 2\n\n{}",
        "Content-Length\r\n\r\n{}",
        "\r\n{}",
        "{}",
        long.as_str(),
        many.as_str(),
    ] {
        let result = run_with_data(&["lsp"], header, false, folder.path());
        assert_eq!(result.status, 2, "{header}");
        let start = "error: the messages of the editor: expected the header `Content-Length: ` with a number, found `";
        assert!(result.stderr.starts_with(start), "{}", result.stderr);
        assert!(!result.stderr.contains('\u{1b}'), "{:?}", result.stderr);
        assert!(result.stderr.len() < 200, "{}", result.stderr);
    }
    for length in ["18446744073709551615", "9223372036854775807", "4000000000"] {
        let input = format!("Content-Length: {length}\r\n\r\n{{}}");
        let result = run_with_data(&["lsp"], &input, false, folder.path());
        assert_eq!(result.status, 1, "{length}: {}", result.stderr);
        let answers = decode(&result.stdout);
        assert_eq!(answers[0]["error"]["code"], -32600, "{length}");
    }
    // What ends before its length does is not read.
    let input = "Content-Length: 16777216\r\n\r\n{}";
    let result = run_with_data(&["lsp"], input, false, folder.path());
    assert_eq!((result.status, result.stdout.as_str()), (2, ""));
}
