//! A browser without a window, which is told what to do through a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The names under which it may be installed.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// How long anything may take that the page does.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running browser with one page.
pub(super) struct Chromium {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: Option<String>,
    last_id: u64,
    /// What the page said is wrong.
    pub(super) complaints: Vec<String>,
}

fn name() -> Option<&'static str> {
    let runs = |name: &&str| {
        let mut command = Command::new(name);
        let command = command.arg("--version").stdout(Stdio::null());
        command.stderr(Stdio::null()).status().is_ok()
    };
    NAMES.into_iter().find(runs)
}

impl Chromium {
    /// Starts it with an empty page of a size, in pixels.
    pub(super) fn start(folder: &Path, width: u32, height: u32) -> Chromium {
        let name = name().expect("it is installed");
        // It reads what to do from the descriptor 3, and answers on 4.
        let mut command = Command::new("sh");
        command.args([
            "-c",
            r#"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#,
            name,
        ]);
        command.args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-pipe",
            // A test changes the address more often than a person.
            "--disable-ipc-flooding-protection",
        ]);
        command.arg(format!("--user-data-dir={}", folder.display()));
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let input = child.stdin.take().expect("it has an input");
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        let mut browser = Chromium {
            child,
            input,
            output,
            session: None,
            last_id: 0,
            complaints: Vec::new(),
        };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", &attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        browser.call("Page.enable", &json!({}));
        browser.call("Runtime.enable", &json!({}));
        browser.call("Log.enable", &json!({}));
        browser.resize(width, height);
        browser
    }

    /// Changes the size of the window, in pixels.
    pub(super) fn resize(&mut self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &metrics);
    }

    /// Asks for something, and waits for the answer.
    pub(super) fn call(&mut self, method: &str, params: &Value) -> Value {
        self.last_id += 1;
        let mut request = json!({ "id": self.last_id, "method": method, "params": params });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        self.input
            .write_all(request.to_string().as_bytes())
            .expect("it listens");
        self.input.write_all(b"\0").expect("it listens");
        loop {
            let mut bytes = Vec::new();
            self.output.read_until(0, &mut bytes).expect("it answers");
            assert!(bytes.pop() == Some(0), "it has ended");
            let message: Value = serde_json::from_slice(&bytes).expect("it answers in JSON");
            if message["id"] == json!(self.last_id) {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.note(&message);
        }
    }

    /// Keeps the errors that the page reports.
    fn note(&mut self, message: &Value) {
        let params = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                self.complaints.push(params["exceptionDetails"].to_string());
            }
            Some("Log.entryAdded") if params["entry"]["level"] == "error" => {
                self.complaints.push(params["entry"]["text"].to_string());
            }
            _ => {}
        }
    }

    /// Opens a page, and waits until it has a game.
    pub(super) fn open(&mut self, url: &str) {
        // A page that differs only in what follows `#` would not be loaded.
        self.call("Page.navigate", &json!({ "url": "about:blank" }));
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_for("document.body?.dataset.ready === 'yes'");
    }

    /// The value of an expression in the page.
    pub(super) fn value(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", &params);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
        answer["result"]["value"].clone()
    }

    /// Waits until a condition holds in the page.
    pub(super) fn wait_for(&mut self, condition: &str) {
        let start = Instant::now();
        while self.value(condition) != json!(true) {
            let log = "document.getElementById('messages')?.innerText";
            if start.elapsed() > PATIENCE {
                let said = self.value(log);
                panic!(
                    "never true: {condition}\nthe page said: {said}\n{:?}",
                    self.complaints
                );
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The middle of the part of an element that is seen first: its upper end.
    fn place_of(&mut self, selector: &str) -> (f64, f64) {
        let place = self.value(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{ block: 'center' }});
             const r = e.getBoundingClientRect();
             return [r.x + r.width / 2, r.y + Math.min(r.height / 2, 6)]; }})()"
        ));
        let number = |value: &Value| value.as_f64().expect("it is a number");
        (number(&place[0]), number(&place[1]))
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let buttons = u8::from(kind != "mouseReleased");
        let params = json!({
            "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1,
        });
        self.call("Input.dispatchMouseEvent", &params);
    }

    /// Taps an element.
    pub(super) fn tap(&mut self, selector: &str) {
        let place = self.place_of(selector);
        self.mouse("mousePressed", place);
        self.mouse("mouseReleased", place);
    }

    /// Drags an element onto another one.
    pub(super) fn drag(&mut self, from: &str, to: &str) {
        self.place_of(from);
        let (from, to) = {
            let to = self.place_of(to);
            // The page may have been scrolled to show the second.
            let from = self.place_without_scrolling(from);
            (from, to)
        };
        self.mouse("mousePressed", from);
        let halfway = (
            f64::midpoint(from.0, to.0),
            f64::midpoint(from.1, to.1) + 9.0,
        );
        self.mouse("mouseMoved", halfway);
        self.mouse("mouseMoved", to);
        self.mouse("mouseReleased", to);
    }

    fn place_without_scrolling(&mut self, selector: &str) -> (f64, f64) {
        let place = self.value(&format!(
            "(() => {{ const r = document.querySelector({selector:?}).getBoundingClientRect();
             return [r.x + r.width / 2, r.y + Math.min(r.height / 2, 6)]; }})()"
        ));
        let number = |value: &Value| value.as_f64().expect("it is a number");
        (number(&place[0]), number(&place[1]))
    }

    /// Types a line where the cursor is, and presses Enter.
    pub(super) fn type_line(&mut self, text: &str) {
        self.call("Input.insertText", &json!({ "text": text }));
        self.press("Enter", 13, "\r");
    }

    /// Presses a key.
    pub(super) fn press(&mut self, key: &str, code: u32, text: &str) {
        let down = json!({ "type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
        self.call("Input.dispatchKeyEvent", &down);
        let up = json!({ "type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", &up);
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
